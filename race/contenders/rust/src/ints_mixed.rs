// row: writeln | out-file | BufWriter of 128 KiB, writeln!
// row: itoa | out-file out-memory | the itoa crate; to file with a BufWriter of 128 KiB
// row: lines_parse | in-file | BufReader, read_line, str::parse
// row: lexical | in-file in-memory | lexical_core::parse_partial; from file by fs::read
use crate::contender::{Job, Moment, BUFFER_SIZE};
use crate::ints_in::each_number;
use std::fs::File;
use std::io::{BufRead, BufReader, BufWriter, Result, Write};
use std::time::Duration;

const BLOCK: usize = 4096;

fn load(path: &str) -> Result<Vec<u64>> {
    let bytes = std::fs::read(path)?;
    Ok(bytes
        .chunks_exact(8)
        .map(|b| u64::from_le_bytes(b.try_into().expect("8 bytes")))
        .collect())
}

fn to_file(name: &str, job: &mut Job) -> Result<u64> {
    let values = load(&job.input)?;
    job.start_clock();
    let mut out = BufWriter::with_capacity(BUFFER_SIZE, File::create(&job.output)?);
    if name == "itoa" {
        let mut text = itoa::Buffer::new();
        for v in values {
            out.write_all(text.format(v).as_bytes())?;
            out.write_all(b"\n")?;
        }
    } else {
        for v in values {
            writeln!(out, "{v}")?;
        }
    }
    out.flush()?;
    Ok(0)
}

/// 4,096 values at a time into the same block; only the conversion is timed.
fn to_memory(job: &mut Job) -> Result<u64> {
    let values = load(&job.input)?;
    let mut block: Vec<u8> = Vec::with_capacity(BLOCK * 21);
    let mut file = File::create(&job.output)?;
    let mut total = Duration::ZERO;
    for part in values.chunks(BLOCK) {
        let start = Moment::now();
        block.clear();
        let mut text = itoa::Buffer::new();
        for v in part {
            block.extend_from_slice(text.format(*v).as_bytes());
            block.push(b'\n');
        }
        total += start.elapsed();
        file.write_all(&block)?;
    }
    job.set_elapsed(total);
    Ok(0)
}

fn xor_of(text: &[u8]) -> u64 {
    let mut all = 0;
    each_number(text, |v| all ^= v);
    all
}

pub fn row(name: &str, job: &mut Job) -> Result<u64> {
    match (job.heat.as_str(), name) {
        ("out-file", _) => to_file(name, job),
        ("out-memory", _) => to_memory(job),
        ("in-memory", _) => {
            let text = std::fs::read(&job.input)?;
            job.start_clock();
            Ok(xor_of(&text))
        }
        (_, "lexical") => Ok(xor_of(&std::fs::read(&job.input)?)),
        _ => {
            let mut input = BufReader::new(File::open(&job.input)?);
            let mut line = String::new();
            let mut all = 0u64;
            while input.read_line(&mut line)? != 0 {
                all ^= line.trim_end().parse::<u64>().expect("a number");
                line.clear();
            }
            Ok(all)
        }
    }
}
