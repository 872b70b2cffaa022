// Settings for benchmarks that create the service's context without starting a Worker.

const KEY = Buffer.alloc(32, 'bench').toString('base64');

export const SETTINGS = {
  BASE_URL: 'http://localhost:8787',
  LOCAL: 'true',
  SERVICE_NAME: 'Agate',
  TOKEN_KEY: KEY,
  KEY_ENCRYPTION_KEY: KEY,
};
