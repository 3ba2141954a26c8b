//! Regions of the world, by which the shipped variants are ordered.

/// Where a game is played.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub struct Region {
    /// Its folder in `variants/`.
    pub folder: &'static str,
    /// What it is called.
    pub title: &'static str,
    /// What belongs to it.
    pub about: &'static str,
}

/// The regions, roughly in the order in which one travels through them.
pub const REGIONS: &[Region] = &[
    Region {
        folder: "west-africa",
        title: "West Africa",
        about: "from Senegal and the Cape Verde Islands to Nigeria, with Mali, Burkina Faso and Niger",
    },
    Region {
        folder: "central-africa",
        title: "Central Africa",
        about: "Cameroon, Chad, the Central African Republic, Gabon, Equatorial Guinea, both Congos",
    },
    Region {
        folder: "north-east-africa",
        title: "North-east Africa",
        about: "Sudan, South Sudan, Ethiopia, Eritrea, Djibouti, Somalia",
    },
    Region {
        folder: "east-africa",
        title: "East Africa",
        about: "Kenya, Uganda, Tanzania with Zanzibar, Rwanda, Burundi, Madagascar and the islands",
    },
    Region {
        folder: "southern-africa",
        title: "Southern Africa",
        about: "from Angola, Zambia, Malawi and Mozambique to the Cape",
    },
    Region {
        folder: "north-africa-and-near-east",
        title: "North Africa and the Near East",
        about: "from Western Sahara to Egypt, Arabia, the Levant, Mesopotamia, Turkey",
    },
    Region {
        folder: "europe",
        title: "Europe",
        about: "what was handed down there; games with an inventor are in `modern`",
    },
    Region { folder: "central-asia", title: "Central Asia", about: "from the Caspian Sea to Mongolia" },
    Region {
        folder: "south-asia",
        title: "South Asia",
        about: "Pakistan, India with Assam and Mizoram, Nepal, Bangladesh, Sri Lanka, the Maldives",
    },
    Region {
        folder: "south-east-asia",
        title: "South-east and East Asia",
        about: "from Burma to the Philippines and Indonesia, with China and Taiwan",
    },
    Region { folder: "americas", title: "The Caribbean and the Americas", about: "all of them" },
    Region {
        folder: "modern",
        title: "Modern inventions",
        about: "games whose inventor, or whose first publication as a new game, is known",
    },
];

/// The region of a folder.
#[must_use]
pub fn region(folder: &str) -> Option<&'static Region> {
    REGIONS.iter().find(|region| region.folder == folder)
}
