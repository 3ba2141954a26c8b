//! JSON in which no object has a key twice: readers would keep one of the values, and nobody would know which.

use serde::de::{Deserialize, Deserializer, Error as _, IgnoredAny, MapAccess, SeqAccess, Visitor};
use serde_json::Value;
use std::collections::BTreeSet;
use std::fmt;

/// Reads a value.
///
/// # Errors
/// It is not JSON, or an object has a key twice.
pub fn parse(text: &str) -> serde_json::Result<Value> {
    no_key_twice(text)?;
    serde_json::from_str(text)
}

/// Finds a key that an object has twice, at any depth.
///
/// # Errors
/// It is not JSON, or an object has a key twice.
pub(in crate::text) fn no_key_twice(text: &str) -> serde_json::Result<()> {
    serde_json::from_str(text).map(|Unique| ())
}

/// A value that was looked through.
struct Unique;

impl<'de> Deserialize<'de> for Unique {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        from.deserialize_any(Look)
    }
}

struct Look;

impl<'de> Visitor<'de> for Look {
    type Value = Unique;

    fn expecting(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str("JSON")
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Unique, A::Error> {
        let mut keys = BTreeSet::new();
        while let Some(key) = map.next_key::<String>()? {
            if keys.contains(&key) {
                return Err(A::Error::custom(format_args!("`{key}` stands twice in one object")));
            }
            keys.insert(key);
            map.next_value::<Unique>()?;
        }
        Ok(Unique)
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut list: A) -> Result<Unique, A::Error> {
        while list.next_element::<Unique>()?.is_some() {}
        Ok(Unique)
    }

    fn visit_bool<E>(self, _: bool) -> Result<Unique, E> {
        Ok(Unique)
    }

    fn visit_i64<E>(self, _: i64) -> Result<Unique, E> {
        Ok(Unique)
    }

    fn visit_u64<E>(self, _: u64) -> Result<Unique, E> {
        Ok(Unique)
    }

    fn visit_f64<E>(self, _: f64) -> Result<Unique, E> {
        Ok(Unique)
    }

    fn visit_str<E>(self, _: &str) -> Result<Unique, E> {
        Ok(Unique)
    }

    fn visit_unit<E>(self) -> Result<Unique, E> {
        Ok(Unique)
    }

    fn visit_newtype_struct<D: Deserializer<'de>>(self, from: D) -> Result<Unique, D::Error> {
        IgnoredAny::deserialize(from).map(|_| Unique)
    }
}
