// Code and tables that are wider than the page scroll. They must take the focus then, so that the keyboard can scroll them.
const sizes = new ResizeObserver((entries) => {
  for (const { target } of entries) {
    if (target.scrollWidth > target.clientWidth) target.setAttribute('tabindex', '0');
    else target.removeAttribute('tabindex');
  }
});
for (const each of document.querySelectorAll('.sl-markdown-content :is(pre, table)')) {
  sizes.observe(each);
}
