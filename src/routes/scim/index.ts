// SCIM 2.0 (RFC 7643, RFC 7644), which a customer's directory uses to manage the customer's
// members, and their roles as groups (D-160). `/Schemas` and `/ResourceTypes` describe what is
// supported; all resources belong to the token's customer, and errors have the format of RFC 7644.
import { requireScimToken } from '../../http/auth/scim-token.ts';
import { requireJsonObject } from '../../http/body.ts';
import { AppError, notFound } from '../../errors.ts';
import { createSurface } from '../../http/surface.ts';
import { renderScimError } from '../../http/scim-errors.ts';
import { registerDiscovery } from './discovery.ts';
import { registerGroups } from './groups.ts';
import { registerUsers } from './users.ts';

export const scim = createSurface({ renderThrown: renderScimError });
scim.use(requireScimToken);
scim.on(['POST', 'PUT', 'PATCH'], '*', requireJsonObject);
registerDiscovery(scim);
registerUsers(scim);
registerGroups(scim);
refuseOtherMethods('/ServiceProviderConfig', 'GET');
refuseOtherMethods('/ResourceTypes', 'GET');
refuseOtherMethods('/ResourceTypes/:id', 'GET');
refuseOtherMethods('/Schemas', 'GET');
refuseOtherMethods('/Schemas/:id', 'GET');
refuseOtherMethods('/Users', 'GET', 'POST');
refuseOtherMethods('/Users/:id', 'GET', 'PUT', 'PATCH', 'DELETE');
refuseOtherMethods('/Groups', 'GET', 'POST');
refuseOtherMethods('/Groups/:id', 'GET', 'PUT', 'PATCH', 'DELETE');
scim.all('*', () => {
  throw notFound();
});

function refuseOtherMethods(path: string, ...allow: string[]): void {
  scim.all(path, () => {
    throw new AppError('METHOD_NOT_ALLOWED', 'This operation is not supported.', { allow });
  });
}
