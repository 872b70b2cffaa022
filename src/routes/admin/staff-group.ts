// The configuration of the operators' sign-in routes.
import { byAddress, signedIn, signedInAndKnown } from '../../http/auth/admin.ts';
import { RowIdParam } from '../../http/fields.ts';
import { Login, tokensOf, type StaffGroup } from '../staff/group.ts';
import { presentAdmin } from './present.ts';
import { AdminUser } from './schemas.ts';

export const ADMIN: StaffGroup = {
  audience: 'admin',
  tag: 'Admin sign-in',
  byAddress,
  signedIn,
  signedInAndKnown,
  User: AdminUser,
  Login,
  Tokens: tokensOf('AdminTokens', AdminUser, { prefix: 'xart_', life: 'within 12 hours' }),
  PasskeyId: RowIdParam,
  present: presentAdmin,
};
