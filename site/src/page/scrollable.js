// Code and tables that are wider than the page can be scrolled. They must then be focusable, so that they can be
// scrolled with the keyboard.
const sizes = new ResizeObserver((entries) => {
  for (const { target } of entries) {
    if (target.scrollWidth > target.clientWidth) target.setAttribute('tabindex', '0');
    else target.removeAttribute('tabindex');
  }
});
for (const each of document.querySelectorAll('.sl-markdown-content :is(pre, table)')) {
  sizes.observe(each);
}
