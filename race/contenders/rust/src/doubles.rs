// row: write | out-memory | write!(block, "{x}\n")
// row: ryu | out-memory | the ryu crate
// row: zmij | out-memory | the zmij crate
// row: lexical | out-memory in-memory in-file | lexical_core::write and
//   parse_partial; from file by fs::read
// row: writeln | out-file | BufWriter of 128 KiB, writeln!
// row: ryu_file | out-file | the ryu crate, BufWriter of 128 KiB
// row: zmij_file | out-file | the zmij crate, BufWriter of 128 KiB
// row: write_2 | fixed-memory | write!(block, "{x:.2}\n")
// row: writeln_2 | fixed-file | BufWriter of 128 KiB, writeln!("{x:.2}")
// row: parse | in-memory | split at newlines, str::parse
// row: lines_parse | in-file | BufReader, read_line, str::parse
use crate::contender::{Job, Moment, BUFFER_SIZE};
use std::fs::File;
use std::io::{BufRead, BufReader, BufWriter, Result, Write};
use std::time::Duration;

const BLOCK: usize = 4096;
const LINE: usize = 340;  // the longest output of write! for a double

fn load(path: &str) -> Result<Vec<f64>> {
    let bytes = std::fs::read(path)?;
    Ok(bytes
        .chunks_exact(8)
        .map(|b| f64::from_le_bytes(b.try_into().expect("8 bytes")))
        .collect())
}

/// 4,096 values at a time into the same block; only the conversion is timed.
fn to_memory(job: &mut Job, mut one: impl FnMut(&mut Vec<u8>, f64)) -> Result<u64> {
    let values = load(&job.input)?;
    let mut block: Vec<u8> = Vec::with_capacity(BLOCK * LINE);
    let mut file = File::create(&job.output)?;
    let mut total = Duration::ZERO;
    for part in values.chunks(BLOCK) {
        let start = Moment::now();
        block.clear();
        for x in part {
            one(&mut block, *x);
            block.push(b'\n');
        }
        total += start.elapsed();
        file.write_all(&block)?;
    }
    job.set_elapsed(total);
    Ok(0)
}

fn to_file(
    job: &mut Job,
    mut one: impl FnMut(&mut BufWriter<File>, f64) -> Result<()>,
) -> Result<u64> {
    let values = load(&job.input)?;
    job.start_clock();
    let mut out = BufWriter::with_capacity(BUFFER_SIZE, File::create(&job.output)?);
    for x in values {
        one(&mut out, x)?;
        out.write_all(b"\n")?;
    }
    out.flush()?;
    Ok(0)
}

fn lexical_of(text: &[u8]) -> u64 {
    let mut all = 0;
    let mut at = 0;
    while at < text.len() {
        if text[at] == b'\n' {
            at += 1;
            continue;
        }
        let (x, used) = lexical_core::parse_partial::<f64>(&text[at..]).expect("a number");
        all ^= x.to_bits();
        at += used;
    }
    all
}

fn parse_of(text: &str) -> u64 {
    text.lines()
        .map(|line| line.parse::<f64>().expect("a number").to_bits())
        .fold(0, |all, bits| all ^ bits)
}

fn lines_of(path: &str) -> Result<u64> {
    let mut input = BufReader::new(File::open(path)?);
    let mut line = String::new();
    let mut all = 0;
    while input.read_line(&mut line)? != 0 {
        all ^= line.trim_end().parse::<f64>().expect("a number").to_bits();
        line.clear();
    }
    Ok(all)
}

fn out(name: &str, job: &mut Job) -> Result<u64> {
    let mut ryu = ryu::Buffer::new();
    let mut zmij = zmij::Buffer::new();
    let mut text = [0u8; lexical_core::BUFFER_SIZE];
    match name {
        "write" => to_memory(job, |b, x| write!(b, "{x}").expect("room")),
        "write_2" => to_memory(job, |b, x| write!(b, "{x:.2}").expect("room")),
        "ryu" => to_memory(job, |b, x| {
            b.extend_from_slice(ryu.format_finite(x).as_bytes())
        }),
        "zmij" => to_memory(job, |b, x| {
            b.extend_from_slice(zmij.format_finite(x).as_bytes())
        }),
        "lexical" => to_memory(job, |b, x| {
            b.extend_from_slice(lexical_core::write(x, &mut text))
        }),
        "writeln" => to_file(job, |f, x| write!(f, "{x}")),
        "writeln_2" => to_file(job, |f, x| write!(f, "{x:.2}")),
        "ryu_file" => to_file(job, |f, x| f.write_all(ryu.format_finite(x).as_bytes())),
        _ => to_file(job, |f, x| f.write_all(zmij.format_finite(x).as_bytes())),
    }
}

pub fn row(name: &str, job: &mut Job) -> Result<u64> {
    if job.heat.ends_with("in-memory") {
        let bytes = std::fs::read(&job.input)?;
        if name == "lexical" {
            job.start_clock();
            return Ok(lexical_of(&bytes));
        }
        let text = String::from_utf8(bytes).expect("UTF-8");
        job.start_clock();
        return Ok(parse_of(&text));
    }
    match (job.heat.ends_with("in-file"), name) {
        (true, "lexical") => Ok(lexical_of(&std::fs::read(&job.input)?)),
        (true, _) => lines_of(&job.input),
        _ => out(name, job),
    }
}
