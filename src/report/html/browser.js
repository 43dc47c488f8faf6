/*
 * The only script of the report: filters, keeps them in the address, opens what a link refers to, copies, and opens
 * what belongs on paper. Without it the page shows everything.
 */
(() => {
  const all = (selector, within = document) => [...within.querySelectorAll(selector)];
  const byId = (id) => document.getElementById(id);
  const boxes = all('#facets input');
  const operation = byId('filter-operation');
  const words = byId('filter-text');
  const level = byId('filter-level');
  const bodies = byId('filter-bodies');
  const fold = byId('fold');
  const toolbar = byId('toolbar');
  const main = byId('details');
  /** With more hits than this, operations stay closed. */
  const FEW = 100;
  let entries;
  let hits = [];
  let hit = -1;
  let here;
  /** What the filters have unfolded, and fold again. */
  let unfolded = [];
  /** Parts of the page whose number of entries changes, with the kind of their entries. */
  const KINDS = { problems: '.card', operations: '.operation' };
  const numbered = all('main > section:has(h2 > .n):has(.v)').map((part) => {
    const { id } = part.firstElementChild;
    const kind = KINDS[id] ?? '.v';
    const numbers = all(`nav a[href="#${id}"] + .n, #${id} > .n`);
    return { part, kind, numbers };
  });
  for (const part of all('.gap'))
    numbered.push({ part, kind: '.v', numbers: all('h3 > .n', part) });
  /** A number keeps its place when it gets shorter. */
  for (const { numbers } of numbered)
    for (const n of numbers) n.style.minWidth = `${n.textContent.length}ch`;

  /** What the filters are set to, as the second part of the address: #entry?show=failed&text=id */
  const state = () => {
    const query = new URLSearchParams();
    for (const box of boxes) if (box.checked) query.append('show', box.id.slice(5));
    if (operation.value !== '') query.set('operation', operation.selectedOptions[0].textContent);
    if (level.value !== '') query.set('level', level.value);
    if (words.value.trim() !== '') query.set('text', words.value.trim());
    if (bodies.checked) query.set('bodies', 'yes');
    return query.toString();
  };
  const set = (query) => {
    const shown = query.getAll('show');
    for (const box of boxes) box.checked = shown.includes(box.id.slice(5));
    const named = [...operation.options].find((o) => o.textContent === query.get('operation'));
    operation.value = named?.value ?? '';
    level.value = query.get('level') ?? '';
    words.value = query.get('text') ?? '';
    bodies.checked = query.has('bodies');
  };
  const address = () => location.hash.slice(1).split('?');
  const goTo = (id) => {
    const query = state();
    const next = `${id}${query && `?${query}`}`;
    if (next !== location.hash.slice(1)) {
      history.replaceState(null, '', next === '' ? location.href.split('#')[0] : `#${next}`);
    }
  };

  /** An entry's names and findings, with the title of its card; its evidence apart. */
  const read = (e) => {
    const names = [e.id, e.closest('.card')?.firstElementChild.textContent];
    for (const part of e.children) if (part.className !== 'evidence') names.push(part.textContent);
    const evidence = all('.evidence', e).map((part) => part.textContent);
    return { e, names: names.join(' ').toLowerCase(), evidence: evidence.join(' ').toLowerCase() };
  };
  const number = (n, one) => `${n.toLocaleString('en')} ${n === 1 ? one : `${one}s`}`;

  /** Targets of links stop below the toolbar. */
  const measure = () =>
    document.documentElement.style.setProperty('--toolbar', `${toolbar.offsetHeight}px`);

  /** Unfolds each operation and list that has hits, and in each card its first hit. */
  const unfold = (isWanted) => {
    for (const e of unfolded) e.open = false;
    unfolded = [];
    if (!isWanted) return;
    const rows = all('.operation, .gap > details').filter((row) =>
      row.querySelector('.v:not([hidden])'),
    );
    const first = all('.card').flatMap((card) => {
      const found = card.querySelector('.v:not([hidden])');
      return found && !card.querySelector('.v[open]:not([hidden])')
        ? [found, found.closest('.also')]
        : [];
    });
    unfolded = [...rows, ...first].filter((e) => e && !e.open);
    for (const e of unfolded) e.open = true;
  };

  /** Moves the toolbar to the top of the window, if it is below. */
  const pin = () => scrollBy(0, Math.max(0, toolbar.getBoundingClientRect().top));

  const filter = () => {
    entries ??= all('.v').map(read);
    const marks = new Set(boxes.filter((box) => box.checked).map((box) => box.id.slice(5)));
    const wanted = words.value.toLowerCase().split(/\s+/).filter(Boolean);
    const shown = new Set();
    const operations = new Set();
    const fits = ({ mark, level: its, op }) =>
      (marks.size === 0 || marks.has(mark)) &&
      (level.value === '' || its === level.value) &&
      (operation.value === '' || op === operation.value);
    hits = [];
    for (const { e, names, evidence } of entries) {
      const has = (word) => names.includes(word) || (bodies.checked && evidence.includes(word));
      e.hidden = !(fits(e.dataset) && wanted.every(has));
      if (e.hidden) continue;
      hits.push(e);
      shown.add(`#${e.id}`);
      operations.add(e.dataset.op);
    }
    const narrowed = wanted.length > 0 || operation.value !== '';
    for (const a of all('.matrix a')) {
      a.hidden = a.className === 'many' ? !fits(a.dataset) : !shown.has(a.getAttribute('href'));
    }
    for (const li of all('.links li')) li.hidden = !shown.has(li.firstElementChild.hash);
    for (const row of all('.matrix tr:not(.area)').slice(1))
      row.hidden = !row.querySelector('a:not([hidden])');
    for (const body of all('.matrix tbody'))
      body.hidden = !body.querySelector('tr:not(.area):not([hidden])');
    for (const row of all('.operation[data-op]')) row.hidden = !operations.has(row.dataset.op);
    for (const part of all('[data-holds]'))
      part.hidden = !part.querySelector(`.${part.dataset.holds}:not([hidden])`);
    for (const part of all('main > section[data-mark]'))
      part.hidden = wanted.length > 0 || !fits(part.dataset);
    const changed = narrowed || marks.size > 0 || level.value !== '';
    const nothing = entries.length > 0 && hits.length === 0;
    byId('matrix').closest('section').hidden = nothing;
    const coverage = byId('coverage').closest('section');
    const isSearched = wanted.length > 0;
    coverage.querySelector('ul').hidden = isSearched;
    coverage.hidden = nothing || (isSearched && !coverage.querySelector('.v:not([hidden])'));
    for (const { part, kind, numbers } of numbered) {
      const kinds = all(kind, part);
      const left = kinds.filter((e) => !e.closest('[hidden]')).length;
      for (const n of numbers) {
        n.dataset.all ??= n.textContent;
        n.textContent = changed ? left.toLocaleString('en') : n.dataset.all;
        const isHeading = !n.closest('nav');
        if (isHeading && changed && left < kinds.length) n.textContent += ` of ${n.dataset.all}`;
      }
    }
    operation.title = operation.selectedOptions[0].textContent;
    unfold(narrowed && hits.length <= FEW);
    const cards = all('.card[id]:not([hidden])');
    for (const card of cards) {
      const next = cards[cards.indexOf(card) + 1];
      const link = card.querySelector('.next');
      link.hidden = next === undefined;
      if (next) link.hash = next.id;
    }
    const of = changed
      ? `${hits.length.toLocaleString('en')} of ${entries.length.toLocaleString('en')}`
      : '';
    byId('filter-count').textContent = wanted.length > 0 ? number(hits.length, 'hit') : of;
    byId('filter-reset').disabled = !changed && !bodies.checked;
    bodies.disabled = wanted.length === 0 && !bodies.checked;
    byId('nothing').hidden = !nothing;
    byId('nothing').firstElementChild.textContent = words.value && ` “${words.value.trim()}”`;
    // Neither a short page nor the browser, which keeps in view what it shows, moves the toolbar.
    main.style.minHeight = changed ? '100vh' : '';
    main.style.overflowAnchor = 'none';
    main.getBoundingClientRect();
    main.style.overflowAnchor = '';
    measure();
    goTo(address()[0]);
  };
  const reset = () => {
    set(new URLSearchParams());
    filter();
  };

  const reveal = (id) => {
    const target = byId(id);
    if (!target) return;
    if (target.closest('[hidden]')) reset();
    for (let e = target; e; e = e.parentElement) if (e.tagName === 'DETAILS') e.open = true;
    here?.classList.remove('here');
    here = target;
    here.classList.add('here');
    here.scrollIntoView();
  };
  /** Moves to the first hit, as far as it is not folded, or to the note that there is none, if it is out of sight. */
  const showFirst = () => {
    hit = -1;
    let first = hits[0] ?? byId('nothing');
    for (let e = first; e; e = e.parentElement) if (e.tagName === 'DETAILS' && !e.open) first = e;
    const { top } = first.getBoundingClientRect();
    if (top < toolbar.getBoundingClientRect().bottom || top > innerHeight / 2)
      first.scrollIntoView();
    pin();
  };
  const showNext = () => {
    if (hits.length === 0) return showFirst();
    hit = (hit + 1) % hits.length;
    goTo(hits[hit].id);
    reveal(hits[hit].id);
    byId('filter-count').textContent = `${hit + 1} of ${number(hits.length, 'hit')}`;
  };
  /** A link without a query keeps the filters. */
  const arrive = () => {
    const [id, query] = address();
    if (query !== undefined) set(new URLSearchParams(query));
    if (query !== undefined || state() !== '') filter();
    if (id !== '') reveal(id);
    else if (query !== undefined) showFirst();
  };

  let soon;
  for (const box of [...boxes, bodies, operation, level]) box.addEventListener('change', filter);
  words.addEventListener('input', () => {
    clearTimeout(soon);
    soon = setTimeout(() => {
      soon = undefined;
      filter();
      if (words.value.trim() !== '') showFirst();
    }, 120);
  });
  // The hits stand below the toolbar, so that it moves before the first letter and not after it.
  words.addEventListener('focus', pin);
  words.addEventListener('keydown', ({ key }) => {
    if (key !== 'Enter' || words.value.trim() === '') return;
    if (soon !== undefined) filter();
    clearTimeout(soon);
    soon = undefined;
    showNext();
  });
  // As in code hosts: / leads to the search, from anywhere but a field.
  addEventListener('keydown', (event) => {
    if (event.key !== '/' || event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.target.closest('input:not([type=checkbox]), select, textarea')) return;
    event.preventDefault();
    words.focus();
  });
  for (const button of all('.clear')) button.addEventListener('click', reset);
  for (const part of all('.find')) part.hidden = false;
  if (matchMedia('(max-width: 44rem)').matches) byId('facets').open = false;
  if (fold) {
    fold.hidden = false;
    const cards = (which) => all(`section[aria-labelledby="problems"] > .card${which}`);
    fold.addEventListener('click', () => {
      const open = cards('[open]');
      for (const d of open.length > 0 ? open : cards(':not([hidden])')) d.open = !d.open;
      fold.textContent = open.length > 0 ? 'Expand all' : 'Collapse all';
    });
  }
  new ResizeObserver(measure).observe(toolbar);

  addEventListener('hashchange', arrive);
  addEventListener('click', (event) => {
    const link = event.target.closest('a[href^="#"]');
    if (link && link.hash === location.hash) setTimeout(arrive);
  });
  arrive();

  for (const button of all('button[data-copy]')) {
    const label = button.textContent;
    button.hidden = false;
    button.addEventListener('click', async () => {
      const source = byId(button.dataset.copy);
      try {
        await navigator.clipboard.writeText(source.textContent);
      } catch {
        getSelection().selectAllChildren(source);
        document.execCommand('copy');
      }
      button.textContent = byId('said').textContent = 'Copied';
      setTimeout(() => {
        button.textContent = label;
        byId('said').textContent = '';
      }, 2000);
    });
  }

  let opened = [];
  addEventListener('beforeprint', () => {
    opened = all('.on-paper:not([open])');
    for (const d of opened) d.open = true;
  });
  addEventListener('afterprint', () => {
    for (const d of opened) d.open = false;
  });
})();
