// Access control: all routes require a secret key, except those for pages.
import { requireApiKey } from '../../http/auth/api-key.ts';
import { bindToEmbedOrigins } from '../../http/embed-origin.ts';
import { limitVolume } from '../../http/volume-limit.ts';

const byTenant = limitVolume('result', (c) => c.get('principal').tenant.id);

export const SECURITY = [{ apiKey: [] }, { bearer: [] }];

export const forBackends = [requireApiKey('secret'), byTenant];
export const forPages = [requireApiKey('any'), bindToEmbedOrigins, byTenant];
