//! stub
pub fn files() {}
