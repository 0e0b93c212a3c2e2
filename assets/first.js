// Runs before the first paint: the theme a person chose, and whether the static example is what the address asks for.
(() => {
  const root = document.documentElement;
  try {
    const theme = localStorage.getItem('ulpscope.theme');
    if (theme === 'light' || theme === 'dark') root.dataset.theme = theme;
  } catch { /* storage may be forbidden; the system's theme then stands */ }
  if (location.hash.length > 2) root.dataset.asked = '';
})();
