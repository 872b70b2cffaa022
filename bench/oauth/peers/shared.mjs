// The peers' configuration, and the signal that reports that they are ready. This module imports
// nothing from the project, because peers run with the packages of this folder only.
export const { PORT, CHALLENGE, REDIRECT_URI } = process.env;
export const ORIGIN = `http://localhost:${PORT}`;
export const CLIENT = { id: 'bench', secret: 'a-secret-of-the-benchmark-of-32-characters' };
export const PERSON = { id: 'person-1', name: 'Demo', email: 'demo@agate.example' };

export const ready = (facts = {}) => console.log(JSON.stringify({ ready: true, ...facts }));
