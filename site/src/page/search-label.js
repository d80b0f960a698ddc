// Pagefind creates the search field when the browser is idle. The field has a placeholder but no label.
const place = document.querySelector('#starlight__search');
if (place) {
  const changes = new MutationObserver(() => {
    const field = place.querySelector('input');
    if (field === null) return;
    field.setAttribute('aria-label', 'Search');
    changes.disconnect();
  });
  changes.observe(place, { childList: true, subtree: true });
}
