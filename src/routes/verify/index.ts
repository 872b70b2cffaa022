// The verification API: server to server, with API keys and dated versions.
import { apiVersion } from '../../http/api-version.ts';
import { logForCustomer } from '../../http/auth/request-log.ts';
import { createSurface } from '../../http/surface.ts';
import { registerBlacklist } from './blacklist.ts';
import { registerFaces } from './face-2fa.ts';
import { FACE_UPLOADS } from './face-upload.ts';
import { registerInit } from './init.ts';
import { registerPasses } from './passes.ts';
import { registerReceipt } from './receipt.ts';
import { registerResult } from './result.ts';
import { registerRetake } from './retake.ts';
import { registerSandbox } from './sandbox.ts';

export const verify = createSurface({ ownLimit: FACE_UPLOADS });
verify.use(apiVersion, logForCustomer);
registerInit(verify);
registerResult(verify);
registerReceipt(verify);
registerRetake(verify);
registerSandbox(verify);
registerFaces(verify);
registerBlacklist(verify);
registerPasses(verify);
