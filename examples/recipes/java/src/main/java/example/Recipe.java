// Spring Security. This example changes two defaults: it uses PKCE although the client has a
// secret, and it always requests userinfo, which contains the ages.
package example;

import java.util.Map;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.SpringBootApplication;
import org.springframework.context.annotation.Bean;
import org.springframework.security.config.annotation.web.builders.HttpSecurity;
import org.springframework.security.core.annotation.AuthenticationPrincipal;
import org.springframework.security.oauth2.client.oidc.userinfo.OidcUserService;
import org.springframework.security.oauth2.client.registration.ClientRegistrationRepository;
import org.springframework.security.oauth2.client.web.DefaultOAuth2AuthorizationRequestResolver;
import org.springframework.security.oauth2.client.web.OAuth2AuthorizationRequestCustomizers;
import org.springframework.security.oauth2.core.oidc.user.OidcUser;
import org.springframework.security.web.SecurityFilterChain;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RestController;

@SpringBootApplication
@RestController
public class Recipe {
  public static void main(String[] args) {
    SpringApplication.run(Recipe.class, args);
  }

  @GetMapping("/")
  Map<String, Object> home(@AuthenticationPrincipal OidcUser user) {
    return user.getClaims();
  }

  @Bean
  SecurityFilterChain chain(HttpSecurity http, ClientRegistrationRepository clients)
      throws Exception {
    var requests = new DefaultOAuth2AuthorizationRequestResolver(clients, "/oauth2/authorization");
    requests.setAuthorizationRequestCustomizer(OAuth2AuthorizationRequestCustomizers.withPkce());
    var users = new OidcUserService();
    users.setRetrieveUserInfo(request -> true);
    return http.authorizeHttpRequests(all -> all.anyRequest().authenticated())
        .oauth2Login(
            login ->
                login
                    .loginPage("/oauth2/authorization/agate")
                    .loginProcessingUrl("/callback")
                    .authorizationEndpoint(at -> at.authorizationRequestResolver(requests))
                    .userInfoEndpoint(at -> at.oidcUserService(users)))
        .build();
  }
}
