/*
 * The only script of the report: opens what a link refers to, filters by operation and text, copies, and opens
 * all but what passed for print. Without it the page shows everything.
 */
(() => {
  const all = (selector, within = document) => [...within.querySelectorAll(selector)];
  const byId = (id) => document.getElementById(id);
  const boxes = all('.filters input[type="checkbox"]');
  const operation = byId('filter-operation');
  const words = byId('filter-text');
  const count = byId('filter-count');
  let entries;

  const filter = () => {
    entries ??= all('.v').map((e) => ({ e, text: `${e.id} ${e.textContent}`.toLowerCase() }));
    const off = new Set(boxes.filter((b) => !b.checked).map((b) => b.id.slice(5)));
    const wanted = words.value.toLowerCase().split(/\s+/).filter(Boolean);
    const shown = new Set();
    const fits = ({ outcome, level, op }) =>
      !off.has(outcome) && !off.has(level) && (operation.value === '' || op === operation.value);
    for (const { e, text } of entries) {
      e.hidden = !(fits(e.dataset) && wanted.every((word) => text.includes(word)));
      if (!e.hidden) shown.add(`#${e.id}`);
    }
    for (const a of all('.matrix a')) {
      const href = a.getAttribute('href');
      a.hidden = a.className === 'many' ? !fits(a.dataset) : !shown.has(href);
    }
    const narrowed = wanted.length > 0 || operation.value !== '';
    for (const row of all('.matrix tr:not(.area)').slice(1))
      row.hidden = !row.querySelector('a:not([hidden])');
    for (const body of all('.matrix tbody'))
      body.hidden = !body.querySelector('tr:not(.area):not([hidden])');
    for (const part of all('[data-holds]')) {
      part.hidden = !part.querySelector('.v:not([hidden])');
      if (narrowed && part.tagName === 'DETAILS') part.open = true;
    }
    const changed = narrowed || off.size > 0;
    count.textContent = changed ? `${shown.size} of ${entries.length} shown` : '';
    byId('filter-reset').disabled = !changed;
  };
  const reset = () => {
    for (const box of boxes) box.checked = true;
    operation.value = '';
    words.value = '';
    filter();
  };
  let soon;
  const later = () => {
    clearTimeout(soon);
    soon = setTimeout(filter, 120);
  };
  for (const box of boxes) box.addEventListener('change', filter);
  operation.addEventListener('change', filter);
  words.addEventListener('input', later);
  byId('filter-reset').addEventListener('click', reset);
  byId('filter-reset').disabled = true;
  for (const part of all('.find')) part.hidden = false;

  const reveal = () => {
    const target = byId(location.hash.slice(1));
    if (!target) return;
    if (target.closest('[hidden]') || getComputedStyle(target).display === 'none') reset();
    for (let e = target; e; e = e.parentElement) if (e.tagName === 'DETAILS') e.open = true;
    target.scrollIntoView();
  };
  addEventListener('hashchange', reveal);
  addEventListener('click', (event) => {
    const link = event.target.closest('a[href^="#"]');
    if (link && link.getAttribute('href') === location.hash) setTimeout(reveal);
  });
  reveal();

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
    opened = all('details:not([open], .quiet)');
    for (const d of opened) d.open = true;
  });
  addEventListener('afterprint', () => {
    for (const d of opened) d.open = false;
  });
})();
