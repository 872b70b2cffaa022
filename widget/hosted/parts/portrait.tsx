// A drawing of what the camera will show: one face in the oval. It fills the empty space on a tall
// phone and carries no information of its own.

export function Portrait() {
  return (
    <div class="portrait" aria-hidden="true">
      <svg viewBox="0 0 240 180" focusable="false">
        <rect width="240" height="180" rx="20" />
        <path
          class="portrait-person"
          d="M52 180a68 52 0 0 1 136 0zM120 38a31 38 0 0 1 0 82 31 38 0 0 1 0-82z"
        />
        <ellipse class="portrait-oval" cx="120" cy="84" rx="50" ry="66" />
      </svg>
    </div>
  );
}
