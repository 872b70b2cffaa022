// Enhances the pages that the server renders. Every page works without this script; it adds
// passkeys, shows passwords on request, prevents double submission, and sends answers to sites.
import './portal.css';
import { showPasses } from './passes.ts';
import { offerPasskeys } from './passkeys.ts';
import { showPasswords } from './reveal.ts';
import { leave } from './leave.ts';
import { followSignOutLink } from './follow-sign-out-link.ts';
import { handOver } from './hand-over.ts';
import { closeMenus } from './menu.ts';
import { sendOnce } from './send-once.ts';
import { showPlace } from './place.ts';

offerPasskeys(document);
showPasses(document);
showPasswords(document);
closeMenus(document);
sendOnce(document);
showPlace(document);
leave(document);
handOver(document);
followSignOutLink(document);
