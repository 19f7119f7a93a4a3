// "This is me": the phone remembers, for each club, the number of the player who owns it, and tells nobody. It marks
// with style rules what is about that player: the pages are the same for everyone. How the sign “you” looks stands in
// static/css/parts.css. It runs in the head, before anything
// is drawn, so that nothing moves; the rules also hold for parts of a page that are fetched again.
(() => {
  const { players, you } = document.currentScript.dataset;
  const place = `me ${players}`;
  const sheet = new CSSStyleSheet();
  document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet];

  // A page within a page of another site may be allowed no storage.
  function known() {
    try {
      const kept = localStorage.getItem(place);
      return /^[0-9]+$/.test(kept) ? kept : null;
    } catch {
      return null;
    }
  }

  function remember(player) {
    try {
      if (player) localStorage.setItem(place, player);
      else localStorage.removeItem(place);
    } catch {
      // Then it is not remembered.
    }
    draw();
    follow();
  }

  // A row is about a player if its name leads to their page, or if `data-player` has their number.
  function draw() {
    const me = known();
    if (!me) return sheet.replaceSync(".me-known { display: none }");
    const own = `a:is([href="${players}${me}/"], [href^="${players}${me}/?"])`;
    // The name itself, where a rank stands before it in the same link.
    const name = `:is(tr > th, li, .who) > ${own}:not(.button)`;
    const holds = `[data-player~="${me}"]`;
    sheet.replaceSync(`
      tr:has(> th ${own}) > *, tr${holds} > * { background-color: var(--felt-soft) !important }
      ${name} { flex-wrap: wrap; row-gap: 0 }
      :is(tr${holds} > th, li${holds} > button, :is(span, b)${holds})::after,
      ${name}:not(:has(u))::after, ${name} u::after {
        content: ${JSON.stringify(you)};
      }
      .me:has([data-me-is="${me}"]) .me-unknown, .me:not(:has([data-me-is="${me}"])) { display: none }
    `);
  }

  // What of this page depends on whose phone it is: which of the places it is.
  let here = null;
  function follow() {
    const me = known();
    const mine = document.querySelector(".places [data-me]");
    here ??= document.querySelector(".places [aria-current]");
    here?.removeAttribute("aria-current");
    mine?.removeAttribute("aria-current");
    (me && location.pathname === `${players}${me}/` ? mine : here)?.setAttribute("aria-current", "page");
  }

  // The place "Me" leads on to the own page, and asks if it is not known. Who is not on the list has no page any more.
  function choose(choices) {
    const me = known();
    const own = me && choices.querySelector(`[data-me-is="${me}"]`);
    if (own) location.replace(own.href);
    else remember(null);
  }

  addEventListener("click", ({ target }) => {
    const is = target.closest("[data-me-is]");
    const isNot = target.closest("[data-me-is-not]");
    if (is) remember(is.dataset.meIs);
    else if (isNot && isNot.dataset.meIsNot === known()) remember(null);
    // What was tapped is gone now: what undoes it stands there.
    const one = (is ?? isNot)?.closest(".me");
    [...(one?.querySelectorAll("button") ?? [])].find((each) => each.checkVisibility())?.focus();
  });
  addEventListener("DOMContentLoaded", () => {
    const choices = document.querySelector("[data-me-choices]");
    if (choices) return choose(choices);
    // The page of a party knows whose phone it is, if they said so there.
    const owner = document.querySelector("[data-me-here]");
    if (owner && !known()) remember(owner.dataset.meHere);
    follow();
  });
  addEventListener("pageshow", draw);
  addEventListener("storage", draw);
  draw();
})();
