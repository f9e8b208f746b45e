//! Types that hold another value. CEL sees that value.

use super::CelValue;
use std::{borrow::Cow, rc::Rc, sync::Arc};

/// `None` is null.
impl<T: CelValue> CelValue for Option<T> {
    type Cel<'a>
        = Option<T::Cel<'a>>
    where
        T: 'a;
    const SCHEMA_TYPE: &'static str = T::SCHEMA_TYPE;

    #[inline]
    fn cel(&self) -> Option<T::Cel<'_>> {
        self.as_ref().map(T::cel)
    }

    fn bad_value(&self) -> Option<String> {
        match self {
            Some(value) => value.bad_value(),
            None => Some("null".to_owned()),
        }
    }
}

macro_rules! pointers {
    ($($pointer:ty),*) => {$(
        impl<T: CelValue + ?Sized> CelValue for $pointer {
            type Cel<'a>
                = T::Cel<'a>
            where
                Self: 'a;
            const SCHEMA_TYPE: &'static str = T::SCHEMA_TYPE;

            #[inline]
            fn cel(&self) -> T::Cel<'_> {
                (**self).cel()
            }

            fn bad_value(&self) -> Option<String> {
                (**self).bad_value()
            }
        }
    )*};
}

pointers!(&T, Box<T>, Rc<T>, Arc<T>);

impl<T: CelValue + ToOwned + ?Sized> CelValue for Cow<'_, T> {
    type Cel<'a>
        = T::Cel<'a>
    where
        Self: 'a;
    const SCHEMA_TYPE: &'static str = T::SCHEMA_TYPE;

    #[inline]
    fn cel(&self) -> T::Cel<'_> {
        (**self).cel()
    }

    fn bad_value(&self) -> Option<String> {
        (**self).bad_value()
    }
}
