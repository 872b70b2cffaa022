// The dashboard group: for a customer's own staff. Every route names the right it asks for, and sees nothing but
// that customer's data.
import { createSurface } from '../../http/surface.ts';

export const dashboard = createSurface();
