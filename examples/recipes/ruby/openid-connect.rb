# openid_connect, which omniauth_openid_connect is built on; here with Sinatra and without OmniAuth.
require 'base64'
require 'digest'
require 'json'
require 'openid_connect'
require 'securerandom'
require 'sinatra'

port = ENV.fetch('PORT', '9876')
set :port, port
enable :sessions
set :session_secret, SecureRandom.hex(64)

agate = ENV.fetch('AGATE_URL')
# Discovery uses https, except for a service on this machine.
SWD.url_builder = URI::HTTP if agate.start_with?('http://localhost')
provider = OpenIDConnect::Discovery::Provider::Config.discover!(agate)
client = OpenIDConnect::Client.new(
  identifier: ENV.fetch('CLIENT_ID'),
  secret: ENV.fetch('CLIENT_SECRET'),
  redirect_uri: "http://localhost:#{port}/callback",
  authorization_endpoint: provider.authorization_endpoint,
  token_endpoint: provider.token_endpoint,
  userinfo_endpoint: provider.userinfo_endpoint
)

get('/login') do
  %i[state nonce verifier].each { |name| session[name] = SecureRandom.urlsafe_base64(32) }
  redirect client.authorization_uri(
    scope: %i[openid age_verification],
    state: session[:state],
    nonce: session[:nonce],
    # The library does not generate a PKCE verifier; it sends the values that it is given.
    code_challenge: Base64.urlsafe_encode64(Digest::SHA256.digest(session[:verifier]), padding: false),
    code_challenge_method: 'S256'
  )
end

get('/callback') do
  halt 400 unless params[:code] && params[:state] == session.delete(:state)
  client.authorization_code = params[:code]
  tokens = client.access_token!(code_verifier: session.delete(:verifier))
  id_token = OpenIDConnect::ResponseObject::IdToken.decode(tokens.id_token, provider.jwks)
  id_token.verify!(issuer: agate, client_id: client.identifier, nonce: session.delete(:nonce))
  # The ages are in userinfo, not in the ID token.
  claims = tokens.userinfo!.raw_attributes
  halt 400 unless claims['sub'] == id_token.sub
  content_type :json
  claims.to_json
end
