// Responses with OAuth clients for the operators' console.
import type {
  WireAdminOAuthClient,
  WireAdminOAuthClientDetail,
} from '../../../../widget/console/api/wire.ts';
import { at } from './answers.ts';

const CLIENT: WireAdminOAuthClient = {
  client_id: 'xoc_7pFq0cW4mT2y',
  tenant_id: 'ten_cellar',
  tenant_name: 'Cellar',
  name: 'Cellar shop',
  public: false,
  pkce_optional: true,
  created_at: at(12),
};

export const CLIENTS: WireAdminOAuthClient[] = [
  CLIENT,
  {
    ...CLIENT,
    client_id: 'xoc_9dKs2vB1nQ8e',
    name: 'Cellar on the phone',
    public: true,
    pkce_optional: false,
    created_at: at(3),
  },
];

export const CLIENT_DETAIL: WireAdminOAuthClientDetail = {
  ...CLIENT,
  redirect_uris: ['https://cellar.example/signed-in', 'https://staging.cellar.example/signed-in'],
  post_logout_redirect_uris: ['https://cellar.example/'],
  backchannel_logout_uri: 'https://cellar.example/hooks/logout',
  web_origins: [],
  scopes: ['openid', 'age_verification', 'profile'],
  age_thresholds: [18, 21],
  refuses_face: false,
  dpop_bound_access_tokens: false,
  require_pushed_authorization_requests: false,
  id_token_signed_response_alg: 'RS256',
  device_flow: false,
  fedcm: false,
  nonce_optional: false,
  id_token_claims: false,
  client_kind: 'web',
};
