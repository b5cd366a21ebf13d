// row: lines_parse | file pipe seed-file | stdin().lock(), read_line, split_ascii_whitespace, parse
// row: lexical_whole | file pipe seed-file | read_to_end, lexical_core::parse_partial
use crate::contender::Job;
use crate::ints_in::each_number;
use std::io::{stdin, BufRead, Read, Result};

pub fn row(name: &str, _job: &mut Job) -> Result<u64> {
    let mut all = 0u64;
    let mut input = stdin().lock();
    if name == "lexical_whole" {
        let mut text = Vec::new();
        input.read_to_end(&mut text)?;
        each_number(&text, |v| all ^= v);
        return Ok(all);
    }
    let mut line = String::new();
    while input.read_line(&mut line)? != 0 {
        for word in line.split_ascii_whitespace() {
            all ^= word.parse::<u64>().expect("a number");
        }
        line.clear();
    }
    Ok(all)
}
