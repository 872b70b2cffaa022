// ASP.NET Core. PKCE is its default; its `profile` scope is not needed, and ages come from
// userinfo.
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
        // Its default is form_post, whose cookies need https.
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
