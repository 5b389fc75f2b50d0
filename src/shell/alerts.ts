/** The system alert area of the layouts for quoting: without connection, one should know before relying on the server. */
const area = document.getElementById('alerts');

const show = () => {
  if (area) area.textContent = navigator.onLine ? '' : (area.dataset.offline ?? '');
};

addEventListener('online', show);
addEventListener('offline', show);
show();
