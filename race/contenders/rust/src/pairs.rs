// row: lines_writeln | short long | stdin().lock() read_line and parse, BufWriter of stdout, writeln!
// row: whole_itoa | short long | read_to_end, lexical_core, itoa, BufWriter of 128 KiB
use crate::contender::{Job, BUFFER_SIZE};
use crate::ints_in::each_number;
use std::io::{stdin, stdout, BufRead, BufWriter, Read, Result, Write};

fn whole() -> Result<u64> {
    let mut text = Vec::new();
    stdin().lock().read_to_end(&mut text)?;
    let mut out = BufWriter::with_capacity(BUFFER_SIZE, stdout().lock());
    let mut digits = itoa::Buffer::new();
    let mut left = None;
    let mut counted = false;
    each_number(&text, |v| {
        if !counted {
            counted = true;
        } else if let Some(a) = left.take() {
            let larger = digits.format(v.max(a)).as_bytes();
            out.write_all(larger).expect("written");
            out.write_all(b"\n").expect("written");
        } else {
            left = Some(v);
        }
    });
    out.flush()?;
    Ok(0)
}

pub fn row(name: &str, _job: &mut Job) -> Result<u64> {
    if name == "whole_itoa" {
        return whole();
    }
    let mut input = stdin().lock();
    let mut out = BufWriter::new(stdout().lock());
    let mut line = String::new();
    input.read_line(&mut line)?;
    let count: u32 = line.trim_end().parse().expect("a count");
    for _ in 0..count {
        line.clear();
        input.read_line(&mut line)?;
        let mut words = line.split_ascii_whitespace();
        let mut next = || -> u32 {
            words.next().and_then(|w| w.parse().ok()).expect("a number")
        };
        let (a, b) = (next(), next());
        writeln!(out, "{}", a.max(b))?;
    }
    out.flush()?;
    Ok(0)
}
