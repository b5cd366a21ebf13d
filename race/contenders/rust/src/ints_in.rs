// row: lines_parse | sum vector | BufReader, read_line, str::parse
// row: lexical | sum vector | the whole file, lexical_core::parse_partial
use crate::contender::{ordered_checksum, Job};
use std::fs::File;
use std::io::{BufRead, BufReader, Result};

fn each_line(job: &Job, mut keep: impl FnMut(u64)) -> Result<()> {
    let mut input = BufReader::new(File::open(&job.input)?);
    let mut line = String::new();
    while input.read_line(&mut line)? != 0 {
        keep(line.trim_end().parse().expect("a number"));
        line.clear();
    }
    Ok(())
}

/// Parses every number of a text; one byte of white space separates two.
pub fn each_number(text: &[u8], mut keep: impl FnMut(u64)) {
    let mut at = 0;
    while at < text.len() {
        if text[at] < b'0' {
            at += 1;
            continue;
        }
        let (value, used) =
            lexical_core::parse_partial::<u64>(&text[at..]).expect("a number");
        keep(value);
        at += used;
    }
}

fn each(name: &str, job: &Job, keep: impl FnMut(u64)) -> Result<()> {
    if name == "lexical" {
        each_number(&std::fs::read(&job.input)?, keep);
        return Ok(());
    }
    each_line(job, keep)
}

pub fn row(name: &str, job: &mut Job) -> Result<u64> {
    if job.heat == "sum" {
        let mut sum = 0u64;
        each(name, job, |v| sum = sum.wrapping_add(v))?;
        return Ok(sum);
    }
    let mut values = Vec::with_capacity(job.count);
    each(name, job, |v| values.push(v))?;
    job.stop_clock();
    Ok(ordered_checksum(&values))
}
