/*
 * The only script of the list: filters rules by text, level and operation, and opens what a link refers to. Without it
 * the page shows everything, and the boxes for levels work by the style sheet.
 */
(() => {
  const all = (selector) => [...document.querySelectorAll(selector)];
  const byId = (id) => document.getElementById(id);
  const boxes = all('.facets input');
  const words = byId('filter-text');
  const operation = byId('filter-operation');
  let rules;
  let here;

  const read = (e) => {
    const ids = [...e.querySelectorAll('.ids a')].map(({ id }) => id);
    return {
      e,
      text: `${ids.join(' ')} ${e.textContent}`.toLowerCase(),
      of: e.dataset.of.split(' '),
    };
  };
  const measure = () =>
    document.documentElement.style.setProperty('--toolbar', `${byId('toolbar').offsetHeight}px`);

  const filter = () => {
    rules ??= all('.rule').map(read);
    const levels = boxes.filter((box) => box.checked).map((box) => box.id.slice(5));
    const wanted = words.value.toLowerCase().split(/\s+/).filter(Boolean);
    let shown = 0;
    for (const { e, text, of } of rules) {
      const fits = operation.value === '' || of.includes(operation.value);
      e.hidden =
        !fits ||
        !(levels.length === 0 || levels.includes(e.dataset.level)) ||
        !wanted.every((word) => text.includes(word));
      if (!e.hidden) shown += 1;
    }
    const isNarrow = wanted.length > 0 || operation.value !== '' || levels.length > 0;
    for (const part of all('[data-holds]'))
      part.hidden = !part.querySelector('.rule:not([hidden])');
    for (const e of all('.operations, .by-kind')) e.closest('section').hidden = isNarrow;
    byId('filter-count').textContent = isNarrow
      ? `${shown.toLocaleString('en')} of ${rules.length.toLocaleString('en')} rules`
      : '';
    byId('filter-reset').disabled = !isNarrow;
    byId('nothing').hidden = shown > 0;
    byId('nothing').firstElementChild.textContent = words.value && ` “${words.value.trim()}”`;
    measure();
  };
  const reset = () => {
    for (const box of boxes) box.checked = false;
    words.value = operation.value = '';
    filter();
  };
  /** Opens what the address names; a filter that hides it gives way. */
  const arrive = () => {
    const target = byId(decodeURIComponent(location.hash.slice(1)));
    if (!target) return;
    if (target.closest('[hidden]')) reset();
    for (let e = target; e; e = e.parentElement) if (e.tagName === 'DETAILS') e.open = true;
    here?.classList.remove('here');
    here = target;
    if (here.tagName === 'A') here.classList.add('here');
    here.scrollIntoView({ block: here.tagName === 'A' ? 'center' : 'start' });
  };

  let soon;
  words.addEventListener('input', () => {
    clearTimeout(soon);
    soon = setTimeout(filter, 120);
  });
  for (const control of [...boxes, operation]) control.addEventListener('change', filter);
  for (const button of all('.clear')) button.addEventListener('click', reset);
  for (const button of all('button[data-operation]')) {
    button.hidden = false;
    button.addEventListener('click', () => {
      operation.value = button.dataset.operation;
      filter();
      scrollTo(0, 0);
    });
  }
  for (const part of all('.find')) part.hidden = false;
  // Of each of some thousand ids, so that it can be copied.
  for (const a of all('.ids a')) a.href = `#${a.id}`;
  new ResizeObserver(measure).observe(byId('toolbar'));
  addEventListener('hashchange', arrive);
  arrive();
})();
