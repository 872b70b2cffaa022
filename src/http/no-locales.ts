// Stands in for Zod's messages in 50 languages (wrangler.toml): the service's own texts say what is wrong, and these were 38 kB of the
// script, compressed. English, which Zod takes by itself, is not among them.
export {};
