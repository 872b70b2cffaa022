// Public documents about the service, raw as their RFCs need them.
import { createSurface } from '../../http/surface.ts';
import { registerJwks } from './jwks.ts';

export const wellKnown = createSurface();
registerJwks(wellKnown);
