// A counting loop without an effect: its termination is a question that must stay in.
__global__ void kernel(int *out, int n) {
  int s = 0;
  for (int i = 0; i < n; i += 3) // KEEP setp GONE setp
    s += i;
  out[0] = 1;
}
