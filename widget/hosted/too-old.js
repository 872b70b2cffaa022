// Runs inside the document, before everything else, for browsers that cannot run the page's
// scripts: it replaces the skeleton with a message in the visitor's language. It is written in the
// JavaScript of 2009 and copied into the document unchanged (widget/first-view.ts).
(function () {
  var SKELETON = '[data-page="loading"]';
  var PATIENCE_MS = 5000;
  var isReady = false;
  var isTooOld = !('noModule' in document.createElement('script'));

  function showNotice() {
    var app = document.getElementById('app');
    var texts = document.getElementById('too-old');
    if (!app || !texts || !app.querySelector(SKELETON)) return;
    var tag = (navigator.language || 'en').split('-')[0];
    var said = texts.querySelector('[lang="' + tag + '"]') || texts.querySelector('[lang="en"]');
    var main = document.createElement('main');
    main.className = 'card noscript';
    main.lang = said.lang;
    main.dir = said.dir;
    main.innerHTML = '<h1 class="title">' + said.children[0].innerHTML + '</h1>';
    main.appendChild(said.children[1]);
    app.innerHTML = '';
    app.appendChild(main);
  }

  window.addEventListener('error', function (event) {
    if (!/SyntaxError/.test(String(event.error || event.message))) {
      // After any error other than a syntax error, the message is shown only if the skeleton is
      // still on screen after PATIENCE_MS. If the page renders even later, it replaces the message.
      setTimeout(showNotice, PATIENCE_MS);
      return;
    }
    isTooOld = true;
    if (isReady) showNotice();
  });
  document.addEventListener('DOMContentLoaded', function () {
    isReady = true;
    if (isTooOld) showNotice();
  });
})();
