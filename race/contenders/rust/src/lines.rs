// row: write_all | file | BufWriter, write_all
// row: write_all_128k | file | BufWriter of 128 KiB, write_all
// row: write | file | BufWriter, writeln!(out, "Hello World")
use crate::contender::{Job, BUFFER_SIZE};
use std::fs::File;
use std::io::{BufWriter, Result, Write};

pub fn row(name: &str, job: &mut Job) -> Result<u64> {
    let file = File::create(&job.output)?;
    let mut out = match name {
        "write_all_128k" => BufWriter::with_capacity(BUFFER_SIZE, file),
        _ => BufWriter::new(file),
    };
    if name == "write" {
        for _ in 0..job.count {
            writeln!(out, "Hello World")?;
        }
    } else {
        for _ in 0..job.count {
            out.write_all(b"Hello World\n")?;
        }
    }
    out.flush()?;
    Ok(0)
}
