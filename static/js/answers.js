// Other networks answer in place of the club, for example a hotel’s with its sign-in, and with any status. Only what
// says that it is the club’s counts (whistclub/web/answers.py); anything else is no connection.
export async function fetchFromClub(address, options) {
  const response = await fetch(address, options);
  if (response.headers.get("Answered-By") !== "whistclub") throw new TypeError("This answer is not the club’s.");
  return response;
}
