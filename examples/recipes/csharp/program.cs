// ASP.NET Core, which uses PKCE by default. This example omits the default scope `profile`, which
// is not needed, and reads the ages from userinfo.
using Microsoft.AspNetCore.Authentication;
using Microsoft.AspNetCore.Authentication.Cookies;
using Microsoft.AspNetCore.Authentication.OpenIdConnect;
using Microsoft.IdentityModel.Protocols.OpenIdConnect;

var builder = WebApplication.CreateBuilder(args);
string Of(string name) => Environment.GetEnvironmentVariable(name) ?? throw new InvalidOperationException(name);
builder.WebHost.UseUrls($"http://localhost:{Of("PORT")}");
builder.Services
    .AddAuthentication(CookieAuthenticationDefaults.AuthenticationScheme)
    .AddCookie()
    .AddOpenIdConnect(options =>
    {
        options.Authority = Of("AGATE_URL");
        options.ClientId = Of("CLIENT_ID");
        options.ClientSecret = Of("CLIENT_SECRET");
        options.ResponseType = OpenIdConnectResponseType.Code;
        // The default is form_post, whose cookies need https.
        options.ResponseMode = OpenIdConnectResponseMode.Query;
        options.RequireHttpsMetadata = options.Authority.StartsWith("https:");
        options.CallbackPath = "/callback";
        options.MapInboundClaims = false;
        options.GetClaimsFromUserInfoEndpoint = true;
        options.ClaimActions.MapAll();
        options.Scope.Clear();
        options.Scope.Add("openid");
        options.Scope.Add("age_verification");
    });
builder.Services.AddAuthorization();

var app = builder.Build();
app.UseAuthentication();
app.UseAuthorization();
app.MapGet("/login", () => Results.Challenge(new AuthenticationProperties { RedirectUri = "/" }, [OpenIdConnectDefaults.AuthenticationScheme]));
app.MapGet("/", (HttpContext context) =>
    context.User.Claims.GroupBy(claim => claim.Type).ToDictionary(all => all.Key, all => all.First().Value));
app.Run();
