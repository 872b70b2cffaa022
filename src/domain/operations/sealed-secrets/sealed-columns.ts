// Every column that is encrypted with KEY_ENCRYPTION_KEY, and the name that each row's secret is
// bound to.
import { blockedFaceName } from '../../faces/blocked-faces/blocked-face.ts';
import { faceTemplateName } from '../../faces/face-templates/seal-template.ts';
import { mailLinkName } from '../../platform/mail/sealed-link.ts';
import { operatorSecretName, ssoSecretName } from '../../customers/single-sign-on/client-secret.ts';
import { totpSecretName } from '../../customers/staff/totp.ts';
import { numberKeyName } from '../../verification/document-fields.ts';
import { webhookSecretName } from '../../integration/webhooks/secret.ts';

export interface SealedColumn {
  table: string;
  /** The primary key, or another unique column. */
  id: string;
  column: string;
  /** Returns the name under which a row's secret is sealed. */
  nameOf: (id: string) => string;
  /**
   * The column with the id of the key that sealed a row (nameOfKey). Large tables have this column,
   * so that only affected rows are read. Each secret of a large table is sealed with its own key,
   * which is derived from the key with that id.
   */
  sealedBy?: string;
}

export type MarkedColumn = SealedColumn & { sealedBy: string };

export const SEALED_COLUMNS: readonly SealedColumn[] = [
  { table: 'signing_keys', id: 'kid', column: 'private_key', nameOf: (kid) => kid },
  { table: 'pass_keys', id: 'id', column: 'private_key', nameOf: (id) => id },
  { table: 'staff', id: 'id', column: 'totp_secret', nameOf: totpSecretName },
  { table: 'webhook_endpoints', id: 'id', column: 'secret', nameOf: webhookSecretName },
  { table: 'webhook_endpoints', id: 'id', column: 'previous_secret', nameOf: webhookSecretName },
  { table: 'tenants', id: 'id', column: 'document_number_key', nameOf: numberKeyName },
  { table: 'tenant_sso', id: 'tenant_id', column: 'client_secret', nameOf: ssoSecretName },
  { table: 'operator_sso', id: 'id', column: 'client_secret', nameOf: operatorSecretName },
  { table: 'mails', id: 'id', column: 'sealed_link', nameOf: mailLinkName },
  {
    table: 'face_templates',
    id: 'id',
    column: 'sealed',
    nameOf: faceTemplateName,
    sealedBy: 'sealed_by',
  },
  {
    table: 'blocked_faces',
    id: 'name',
    column: 'sealed',
    nameOf: blockedFaceName,
    sealedBy: 'sealed_by',
  },
  {
    table: 'account_faces',
    id: 'id',
    column: 'sealed',
    nameOf: faceTemplateName,
    sealedBy: 'sealed_by',
  },
];
