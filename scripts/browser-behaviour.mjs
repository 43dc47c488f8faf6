// Uses the report page as a reader does, for browser-check.mjs. Each check returns what does not work.

/** Searches, filters, follows links and copies text, in an open tab of the page. */
export async function behaviour(tab, page, report) {
  const found = [];
  for (const check of [
    ...[search, hits, problemList, operations, nothing, outcomes],
    ...[bodies, address, links, toolbar, still, copying],
  ]) {
    await tab.goto('about:blank');
    await tab.goto(page);
    await tab.evaluate(() => {
      document.querySelector('#facets').open = true;
    });
    found.push(...(await check(tab, page, report)));
  }
  return found;
}

const SHOWN = '.v:not([hidden])';

async function find(tab, text) {
  await tab.fill('#filter-text', text);
  await tab.waitForFunction(
    (query) => (new URLSearchParams(location.hash.split('?')[1]).get('text') ?? '') === query,
    text,
  );
  return tab.locator(SHOWN).count();
}

async function search(tab, _page, { verdicts }) {
  await tab.press('body', '/');
  const reached = await tab.evaluate(() => document.activeElement.id);
  if (reached !== 'filter-text') return ['/ does not lead to the search'];
  const id = await tab.locator('.v').last().getAttribute('id');
  const shown = await find(tab, id ?? '');
  const works = shown > 0 && (shown < verdicts.length || verdicts.length === 1);
  return works ? [] : [`the search for ${id} shows ${shown}`];
}

/** The search shows the number of hits and moves to the first one; Enter moves to the next one. */
async function hits(tab) {
  const found = [];
  const words = (await tab.locator('.v').last().getAttribute('id'))?.split('/').at(-1) ?? '';
  const shown = await find(tab, words);
  const count = tab.locator('#filter-count');
  const stated = (await count.textContent()) ?? '';
  if (!stated.startsWith(`${shown.toLocaleString('en')} hit`))
    found.push(`${shown} hits for ${words} are counted as: ${stated}`);
  const isInView = () =>
    tab.evaluate(() => {
      let first = document.querySelector('.v:not([hidden])');
      for (let e = first; e; e = e.parentElement) if (e.tagName === 'DETAILS' && !e.open) first = e;
      const { top, height } = first.getBoundingClientRect();
      const { bottom } = document.querySelector('#toolbar').getBoundingClientRect();
      return height > 0 && top >= bottom - 1 && top < innerHeight;
    });
  if (!(await isInView())) found.push(`the search for ${words} does not move to its first hit`);
  const all = await tab.locator(SHOWN).evaluateAll((shownNow) => shownNow.map(({ id }) => id));
  for (const id of [...all.slice(0, 2), ...(all.length === 1 ? all : [])]) {
    await tab.press('#filter-text', 'Enter');
    const at = await tab.locator('.here').getAttribute('id');
    if (at !== id) found.push(`Enter moves to ${at} and not to ${id}`);
    if (!(await tab.locator('.here').isVisible())) found.push(`Enter does not unfold ${id}`);
  }
  return found;
}

/** The list of problems shows exactly those that the filters select. */
async function problemList(tab) {
  const found = [];
  const cards = tab.locator('section[aria-labelledby="problems"] .card');
  const number = await cards.count();
  if (number < 2) return [];
  const last = await cards.last().locator('.v').first().getAttribute('id');
  await find(tab, last ?? '');
  const left = await cards.evaluateAll((all) => all.map((card) => !card.hidden));
  if (left.at(-1) !== true) found.push(`the search for ${last} hides its problem`);
  if (left.every((isShown) => isShown)) found.push(`the search for ${last} hides no problem`);
  await find(tab, '');
  await tab.evaluate(() => {
    location.hash = document.querySelector('.card').id;
  });
  await tab.locator('.card.here .next').click();
  const next = await tab.locator('.card.here').getAttribute('id');
  if (next !== (await cards.nth(1).getAttribute('id')))
    found.push(`the problem after the first one is ${next}`);
  if (
    await tab
      .locator('.next')
      .nth(number - 1)
      .isVisible()
  )
    found.push('a problem follows the last one');
  return found;
}

/** One box shows only its outcome, and the contents state how much is left of each part. */
async function outcomes(tab, _page, { verdicts }) {
  const found = [];
  const boxes = tab.locator('#facets input');
  for (const box of await boxes.all()) {
    await box.check();
    const mark = (await box.getAttribute('id')).slice(5);
    const marks = await tab.locator(SHOWN).evaluateAll((all) => all.map((e) => e.dataset.mark));
    if (marks.length === 0 || marks.some((its) => its !== mark))
      found.push(`the box ${mark} shows ${[...new Set(marks)]}`);
    const cards = tab.locator('section[aria-labelledby="problems"] .card');
    if (await cards.count()) {
      const stated = await tab.locator('nav a[href="#problems"] + .n').textContent();
      const left = await cards.evaluateAll(
        (all) => all.filter((card) => card.checkVisibility()).length,
      );
      if (stated !== String(left))
        found.push(`${left} problems of ${mark} are counted as ${stated}`);
    }
    await box.uncheck();
  }
  const all = await tab.locator(SHOWN).count();
  if (all < verdicts.length) found.push(`without a checked box ${all} entries are shown`);
  return found;
}

/** The search and the filters stay where they are, whatever they are set to. */
async function still(tab) {
  const found = [];
  const places = () =>
    tab.evaluate(() =>
      [...document.querySelectorAll('#toolbar :is(a, input, select, button)')].map((e) => {
        const { x, y } = (e.closest('label') ?? e).getBoundingClientRect();
        return { name: e.id || e.hash, x, y };
      }),
    );
  await tab.locator('#filter-text').focus();
  const before = await places();
  const compare = async (what) => {
    const moved = (await places()).filter(
      ({ x, y }, i) => Math.abs(x - before[i].x) > 1 || Math.abs(y - before[i].y) > 1,
    );
    if (moved.length > 0)
      found.push(`${what} moves ${moved.map(({ name, x, y }) => `${name} to ${x}, ${y}`)}`);
  };
  for (const text of ['t', 'the', 'the response', 'no-requirement-has-this', '']) {
    await find(tab, text);
    await compare(`the search for “${text}”`);
  }
  await tab.locator('#facets input').last().check();
  await compare('a box');
  await tab.selectOption('#filter-operation', { index: 1 });
  await compare('the list of operations');
  return found;
}

/** Each operation that a filter selects has a row with its requirements. */
async function operations(tab) {
  const rows = tab.locator('.operation:not([hidden])');
  const all = await rows.count();
  await tab.selectOption('#filter-operation', { index: 1 });
  const left = await rows.count();
  await tab.selectOption('#filter-operation', { index: 0 });
  const again = await rows.count();
  return left === 1 && again === all ? [] : [`one operation of ${all} has ${left} rows`];
}

async function nothing(tab) {
  const found = [];
  const all = await tab.locator('.v').count();
  if ((await find(tab, 'no-requirement-has-this')) > 0)
    found.push('the search finds what is not there');
  const empty = tab.locator('#nothing');
  if (
    !((await empty.isVisible()) && (await empty.textContent()).includes('no-requirement-has-this'))
  )
    found.push('an empty view does not say that nothing matches');
  if ((await empty.boundingBox()).y > 844) found.push('that nothing matches is out of sight');
  await tab.click('#nothing .clear');
  if ((await tab.locator(SHOWN).count()) !== all) found.push('the filters are not cleared');
  if ((await tab.evaluate(() => location.hash)) !== '')
    found.push('the address keeps cleared filters');
  if (await tab.isVisible('#nothing')) found.push('that nothing matches stays');
  return found;
}

/** The search includes requests and responses only on demand. */
async function bodies(tab, _page, { verdicts }) {
  if (!verdicts.some(({ counterexample }) => counterexample?.curl.includes('--path-as-is')))
    return [];
  const found = [];
  if ((await find(tab, '--path-as-is')) > 0)
    found.push('the search covers evidence without request');
  await tab.check('#filter-bodies');
  if ((await tab.locator(SHOWN).count()) === 0) found.push('the search does not cover evidence');
  return found;
}

/** The address of a view opens the same view. */
async function address(tab, page) {
  const ids = (of) => of.locator(SHOWN).evaluateAll((all) => all.map(({ id }) => id));
  const state = (of) =>
    of.evaluate(() => [
      document.querySelector('#filter-operation').value,
      ...[...document.querySelectorAll('#facets input')].map((box) => box.checked),
    ]);
  await find(tab, 'the response');
  await tab.selectOption('#filter-operation', { index: 1 });
  await tab.locator('#facets input').last().check();
  const other = await tab.context().newPage();
  await other.goto(await tab.evaluate(() => location.href));
  const same =
    JSON.stringify([await ids(tab), await state(tab)]) ===
    JSON.stringify([await ids(other), await state(other)]);
  const url = other.url();
  await other.close();
  return same && url !== page ? [] : [`the address ${url} shows another view`];
}

/** A link opens its entry below the toolbar, even if filters hide the entry. */
async function links(tab) {
  const found = [];
  const targets = await tab.evaluate(() => [
    ...[...document.querySelectorAll('.v')].slice(-1).map(({ id }) => id),
    ...[...document.querySelectorAll('.card[id]')].slice(-1).map(({ id }) => id),
  ]);
  for (const id of targets) {
    await find(tab, 'no-requirement-has-this');
    await tab.evaluate((hash) => {
      location.hash = hash;
    }, id);
    await tab.waitForFunction(() => document.querySelector('#filter-text').value === '');
    const seen = await tab.evaluate((name) => {
      const { top, height } = document.getElementById(name).getBoundingClientRect();
      const { bottom } = document.querySelector('#toolbar').getBoundingClientRect();
      return height > 0 && top >= bottom - 1 && top < innerHeight;
    }, id);
    if (!seen) found.push(`the link to ${id} does not show it`);
  }
  return found;
}

async function toolbar(tab) {
  await tab.evaluate(() => scrollTo(0, document.querySelector('main').offsetTop + 600));
  const top = await tab.evaluate(
    () => document.querySelector('#toolbar').getBoundingClientRect().top,
  );
  return Math.abs(top) <= 1 ? [] : [`the toolbar is at ${top} px after scrolling`];
}

async function copying(tab) {
  if (await tab.locator('#fold').count()) await tab.click('#fold');
  const button = tab.locator('.card[open] > .place[open] button[data-copy]').first();
  if ((await button.count()) === 0) return [];
  await button.click();
  const copied = tab.waitForFunction(
    () => document.querySelector('#said').textContent === 'Copied',
    null,
    { timeout: 1500 },
  );
  return copied.then(
    () => [],
    () => ['the copy button does not respond'],
  );
}

/** Search, levels, operations and links of the list of requirements. */
export async function listBehaviour(tab, page) {
  const found = [];
  const must = (holds, problem) => {
    if (!holds) found.push(problem);
  };
  const shown = () => tab.locator('.rule:not([hidden])').count();
  const all = await shown();
  const id = await tab.locator('.ids a').nth(20).getAttribute('id');
  await tab.goto(`${page}#${id}`);
  const link = tab.locator(`[id="${id}"]`);
  must(await link.isVisible(), `the link to ${id} opens nothing`);
  must((await link.getAttribute('class')) === 'here', `${id} is not marked`);
  await tab.fill('#filter-text', id);
  await tab.waitForFunction(() => document.querySelector('#filter-count').textContent !== '');
  must((await shown()) < all && (await link.isVisible()), 'the search does not find an id');
  await tab.fill('#filter-text', 'no rule says this');
  await tab.waitForSelector('#nothing:not([hidden])');
  must((await shown()) === 0, 'the search finds what is not there');
  await tab.locator('#nothing button').click();
  must((await shown()) === all, 'the filters cannot be cleared');
  await tab.locator('#show-SHOULD').check();
  must((await tab.locator('.rule[data-level="MUST"]:visible').count()) === 0, 'MUST is shown');
  await tab.locator('#filter-reset').click();
  await tab.locator('button[data-operation]').first().press('Enter');
  must((await shown()) < all, 'the button of an operation does not filter');
  await tab.locator('#filter-reset').click();
  return found;
}
