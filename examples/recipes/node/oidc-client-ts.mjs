// oidc-client-ts, which is meant for pages without a backend and runs without a browser in this
// example. The client is public: it has no secret, and the origin of its page is listed in its
// web_origins.
import express from 'express';
import { InMemoryWebStorage, OidcClient, WebStorageStateStore } from 'oidc-client-ts';

const { AGATE_URL, PUBLIC_CLIENT_ID, PORT = '9876' } = process.env;
const own = `http://localhost:${PORT}`;
const client = new OidcClient({
  authority: AGATE_URL,
  client_id: PUBLIC_CLIENT_ID,
  redirect_uri: `${own}/callback`,
  response_type: 'code',
  scope: 'openid age_verification',
  loadUserInfo: true, // userinfo contains the ages
  stateStore: new WebStorageStateStore({ store: new InMemoryWebStorage() }),
});

const app = express();
app.get('/login', async (_request, response) => {
  const { url } = await client.createSigninRequest({});
  response.redirect(url);
});
app.get('/callback', async (request, response) => {
  const { profile } = await client.processSigninResponse(new URL(request.url, own).href);
  response.json(profile);
});
app.listen(PORT);
