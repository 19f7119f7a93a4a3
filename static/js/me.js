// "This is me": the phone remembers, for each club, the number of the player who owns it, and tells nobody. The pages
// are the same for everyone: style rules mark what is about that player, in parts that are fetched later too. How the
// sign “you” looks stands in static/css/site.css. It runs in the head, before anything is drawn, so that nothing moves.
(() => {
  const { players, you } = document.currentScript.dataset;
  const place = `me ${players}`;
  const sheet = new CSSStyleSheet();
  document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet];

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
    showPlace();
  }

  // A row is about a player if its name leads to their page, or if `data-player` has their number.
  function draw() {
    const me = known();
    if (!me) return sheet.replaceSync(".me-known, .me-with { display: none }");
    const own = `a:is([href="${players}${me}/"], [href^="${players}${me}/?"])`;
    // The name itself, where a rank stands before it in the same link.
    const name = `:is(tr > th, li, .who) > ${own}:not(.button)`;
    const holds = `[data-player~="${me}"]`;
    sheet.replaceSync(`
      tr:has(> th ${own}), tr${holds}, tr:has(> th ${own}) > *, tr${holds} > * { background-color: var(--felt-soft) !important }
      ${name} { flex-wrap: wrap; row-gap: 0 }
      :is(tr${holds} > th, li${holds} > button, :is(span, b)${holds})::after,
      ${name}:not(:has(u))::after, ${name} u::after {
        content: ${JSON.stringify(you)};
      }
      .me:has([data-me-is="${me}"]) .me-unknown, .me:not(:has([data-me-is="${me}"])) { display: none }
      [data-me-with="${me}"] { display: none }
    `);
  }

  // On the own page the place “Me” of the menu is the present one; another’s leads to the page of the two.
  let usual;
  function showPlace() {
    usual ??= document.querySelector(".places [aria-current]");
    const isOwn = known() && location.pathname === `${players}${known()}/`;
    const mine = document.querySelector(".places [data-me]");
    for (const each of [usual, mine]) each?.removeAttribute("aria-current");
    (isOwn ? mine : usual)?.setAttribute("aria-current", "page");
    const both = document.querySelector("[data-me-with]");
    if (both && known()) both.href = `${players}${known()}/?with=${both.dataset.meWith}`;
  }

  addEventListener("click", ({ target }) => {
    const is = target.closest("[data-me-is]");
    const isNot = target.closest("[data-me-is-not]");
    if (is) remember(is.dataset.meIs);
    else if (isNot?.dataset.meIsNot === known()) remember(null);
    // What was tapped is gone now: what undoes it stands there.
    const buttons = (is ?? isNot)?.closest(".me")?.querySelectorAll("button") ?? [];
    [...buttons].find((each) => each.checkVisibility())?.focus();
  });
  addEventListener("DOMContentLoaded", () => {
    showPlace();
    // “Me” leads on to the own page, and asks if it is not known. Who is not on the list has no page any more.
    const choices = document.querySelector("[data-me-choices]");
    const own = choices?.querySelector(`[data-me-is="${known()}"]`);
    if (own) location.replace(own.href);
    else if (choices) remember(null);
    // The page of a party knows whose phone it is, if they said so there.
    const owner = document.querySelector("[data-me-here]");
    if (owner && !known()) remember(owner.dataset.meHere);
  });
  for (const event of ["pageshow", "storage"]) addEventListener(event, draw);
  draw();
})();
