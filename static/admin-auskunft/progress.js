// Shows how far the files of an upload are as the server says it; without this script the page is reloaded.
const files = document.querySelector(".uploads[data-socket]");

function show(row) {
  const item = document.getElementById(`file-${row.id}`);
  item.classList.toggle("failed", row.has_failed);
  item.querySelector(".file a").textContent = row.name;
  item.querySelector(".state").textContent = row.status;
  item.querySelector(".detail").textContent = row.detail;
  item.querySelector("progress").value = row.percent;
  const again = item.querySelector("form");
  if (again) again.hidden = !row.may_help_to_retry;
}

if (files) {
  const reload = document.getElementById("reload");
  const socket = new WebSocket(files.dataset.socket.replace(/^/, location.origin.replace(/^http/, "ws")));
  socket.addEventListener("open", () => (reload.hidden = true));
  socket.addEventListener("close", ({ code }) => (reload.hidden = code === 1000));
  socket.addEventListener("message", ({ data }) => {
    const { files: rows } = JSON.parse(data);
    rows.forEach(show);
    document.getElementById("ready-count").textContent = rows.filter((row) => row.has_ended && !row.has_failed).length;
  });
}
