/** The page's only script: opens what a link points to, copies, hides what a filter emptied, opens all for print. */
export const SCRIPT = `(() => {
  const all = (selector) => [...document.querySelectorAll(selector)];
  const reveal = () => {
    const target = document.getElementById(location.hash.slice(1));
    if (!target) return;
    for (let e = target; e; e = e.parentElement) if (e.tagName === 'DETAILS') e.open = true;
    target.scrollIntoView();
  };
  addEventListener('hashchange', reveal);
  reveal();

  for (const button of all('button[data-copy]')) {
    button.hidden = false;
    button.addEventListener('click', async () => {
      const source = document.getElementById(button.dataset.copy);
      try {
        await navigator.clipboard.writeText(source.textContent);
      } catch {
        getSelection().selectAllChildren(source);
        document.execCommand('copy');
      }
      button.textContent = 'Copied';
      setTimeout(() => { button.textContent = 'Copy'; }, 2000);
    });
  }

  const shown = (e) => getComputedStyle(e).display !== 'none';
  const tidy = () => {
    for (const row of all('.matrix tbody tr, .gap')) {
      row.hidden = ![...row.querySelectorAll('[data-level]')].some(shown);
    }
  };
  for (const box of all('.filters input')) box.addEventListener('change', tidy);
  tidy();

  addEventListener('beforeprint', () => { for (const d of all('details')) d.open = true; });
})();
`;
