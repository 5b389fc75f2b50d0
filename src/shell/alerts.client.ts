/** The alert area of the layouts for quoting: warns at once when the browser is offline, before a seller relies on the server. */
const area = document.getElementById('alerts');

const show = () => {
  if (area) area.textContent = navigator.onLine ? '' : (area.dataset.offline ?? '');
};

addEventListener('online', show);
addEventListener('offline', show);
show();
