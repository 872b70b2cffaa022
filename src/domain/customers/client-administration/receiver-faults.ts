// What is wrong with an address of a customer's that the service is to call. Pure.
import type { Config } from '../../../config/config.ts';
import type { FieldError } from '../../../errors.ts';
import { faultOfUri } from '../../openid/clients/registered-uri.ts';
import { isReceiverUrl } from '../../terms/receiver-url.ts';

/** It is called from our network (S-28). */
export function faultsOfReceiver(
  field: string,
  uri: string,
  config: Pick<Config, 'baseUrl' | 'isLocal'>,
): FieldError[] {
  const isPublic = isReceiverUrl(uri, config);
  const message = faultOfUri(uri) ?? (isPublic ? undefined : 'must be a public https address');
  return message === undefined ? [] : [{ field, message }];
}
