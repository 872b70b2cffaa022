// express-openid-connect. Ages are in userinfo, not in the ID token, so this example calls
// fetchUserInfo().
import { randomBytes } from 'node:crypto';
import express from 'express';
import oidc from 'express-openid-connect';

const { AGATE_URL, CLIENT_ID, CLIENT_SECRET, PORT = '9876' } = process.env;
const app = express();
app.use(
  oidc.auth({
    issuerBaseURL: AGATE_URL,
    baseURL: `http://localhost:${PORT}`,
    clientID: CLIENT_ID,
    clientSecret: CLIENT_SECRET,
    secret: randomBytes(32).toString('hex'), // encrypts the library's own session cookie
    authRequired: false,
    authorizationParams: { response_type: 'code', scope: 'openid age_verification' },
  }),
);
app.get('/', oidc.requiresAuth(), async (request, response) => {
  response.json(await request.oidc.fetchUserInfo());
});
app.listen(PORT);
