// row: writeln | file | BufWriter, writeln!
// row: writeln_128k | file | BufWriter of 128 KiB, writeln!
// row: itoa | file | BufWriter of 128 KiB, the itoa crate
use crate::contender::{Job, BUFFER_SIZE};
use std::fs::File;
use std::io::{BufWriter, Result, Write};

pub fn row(name: &str, job: &mut Job) -> Result<u64> {
    let file = File::create(&job.output)?;
    let mut out = match name {
        "writeln" => BufWriter::new(file),
        _ => BufWriter::with_capacity(BUFFER_SIZE, file),
    };
    if name == "itoa" {
        let mut text = itoa::Buffer::new();
        for i in 0..job.count {
            out.write_all(text.format(i).as_bytes())?;
            out.write_all(b"\n")?;
        }
    } else {
        for i in 0..job.count {
            writeln!(out, "{i}")?;
        }
    }
    out.flush()?;
    Ok(0)
}
