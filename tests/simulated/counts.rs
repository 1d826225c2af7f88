//! Counts of what happened in simulated worlds.

/// Defines a struct of counts, which can be added up.
macro_rules! counts {
    ($(#[$attribute:meta])* $name:ident { $($(#[$of_field:meta])* $field:ident,)* }) => {
        $(#[$attribute])*
        #[derive(Debug, Clone, Copy, Default)]
        pub(crate) struct $name {
            $($(#[$of_field])* pub(crate) $field: u64,)*
        }

        impl $name {
            /// Whether each has happened.
            pub(crate) fn all_happened(self) -> bool {
                [$(self.$field),*].into_iter().all(|count| count > 0)
            }
        }

        impl std::ops::AddAssign for $name {
            fn add_assign(&mut self, more: Self) {
                $(self.$field += more.$field;)*
            }
        }
    };
}

pub(crate) use counts;
