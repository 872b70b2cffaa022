// The hosted verification page and its own API, for the browser a customer sent here.
import { createSurface } from '../../http/surface.ts';
import { registerAccount } from './account.ts';
import { registerContest } from './contest.ts';
import { registerDocument } from './document.ts';
import { registerEvidence } from './evidence.ts';
import { registerHandoffs } from './handoffs.ts';
import { registerLogo } from './logo.ts';
import { registerOpening, registerPage } from './opening.ts';
import { registerPictures } from './pictures.ts';
import { registerReceipt } from './receipt.ts';
import { registerReview } from './review.ts';
import { registerSessions } from './sessions.ts';
import { registerWallet } from './wallet.ts';

export const hosted = createSurface({ ownLimit: /\/(?:pictures|document|review)$/ });
registerOpening(hosted);
registerSessions(hosted);
registerEvidence(hosted);
registerPictures(hosted);
registerDocument(hosted);
registerContest(hosted);
registerReview(hosted);
registerReceipt(hosted);
registerHandoffs(hosted);
registerAccount(hosted);
registerWallet(hosted);
registerLogo(hosted);
registerPage(hosted);
