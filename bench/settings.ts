// Settings that a context needs without a Worker.

const KEY = Buffer.alloc(32, 'bench').toString('base64');

export const SETTINGS = {
  BASE_URL: 'http://localhost:8787',
  LOCAL: 'true',
  SERVICE_NAME: 'Agate',
  TOKEN_KEY: KEY,
  KEY_ENCRYPTION_KEY: KEY,
};
