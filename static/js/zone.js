// Proposes the browser's own time zone to the person who founds a club.
const select = document.querySelector('select[name="time_zone"]');
const zone = Intl.DateTimeFormat().resolvedOptions().timeZone;
if (select && !document.querySelector(".wrong") && [...select.options].some((option) => option.value === zone)) {
  select.value = zone;
}
