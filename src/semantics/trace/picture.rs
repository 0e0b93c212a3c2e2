//! Steps as labelled rows of bits at their weights.
