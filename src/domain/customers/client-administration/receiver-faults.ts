// Finds faults in an address that a customer wants the service to call. Pure.
import type { Config } from '../../../config/config.ts';
import type { FieldError } from '../../../errors.ts';
import { faultOfUri } from '../../openid/clients/registered-uri.ts';
import { isReceiverUrl } from '../../terms/receiver-url.ts';

/**
 * Finds faults in the address, which must be public, because the service calls it from its own
 * network (S-28).
 */
export function faultsOfReceiver(
  field: string,
  uri: string,
  config: Pick<Config, 'baseUrl' | 'isLocal'>,
): FieldError[] {
  const isPublic = isReceiverUrl(uri, config);
  const message =
    faultOfUri(uri) ??
    (isPublic
      ? undefined
      : 'must be a URL that this service may call, such as https on a public host');
  return message === undefined ? [] : [{ field, message }];
}
